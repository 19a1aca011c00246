/** A port for a server of a test's own, chosen as the launcher chooses: one way for the tests of every package. */
export { freePort } from '../../apps/launcher/src/processes/ports.ts'
