export { freePort } from '@sesa/embedded-postgres'
