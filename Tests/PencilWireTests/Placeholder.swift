// Placeholder while the rooms are built.
