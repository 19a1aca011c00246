/** The environment variable in which the test process finds the tests of the part that it tries. */
export const TESTS_VARIABLE = 'MUTANTS_TESTS'
