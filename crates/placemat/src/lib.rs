//! placemat.
