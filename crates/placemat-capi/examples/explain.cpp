// Explains every error of a file, and mends it as Windows-1252.
#include <fstream>
#include <iostream>
#include <iterator>
#include <placemat.hpp>

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    std::ifstream file(argv[1], std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    for (const placemat::error &bad : placemat::errors(text)) {
        std::cout << placemat::explain(text, bad) << '\n';
    }
    if (const auto mended = placemat::repair(text, PLACEMAT_WINDOWS_1252)) {
        std::cout << *mended;
    }
    return 0;
}
