#include "CPencilShims.h"
