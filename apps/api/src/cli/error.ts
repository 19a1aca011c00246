/** A command line that cannot be carried out as it stands; the message says what to write. */
export class CliError extends Error {}
