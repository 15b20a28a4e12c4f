// Prints the version of the library it was linked with.
#include <iostream>
#include <planner/version.hpp>

int main() { std::cout << planner::version() << '\n'; }
