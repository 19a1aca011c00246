/** The environment variable that gives the test process the tests of its part. */
export const TESTS_VARIABLE = 'MUTANTS_TESTS'
