//! What is repaired, and what stays.
