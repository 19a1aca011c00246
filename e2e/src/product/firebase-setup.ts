import { PROJECT, startEmulator } from './emulator.ts'
import { startProduct } from './product.ts'

const portOf = (name: string): number => Number.parseInt(process.env[name] ?? '', 10)

/** Starts the emulator, and a product that accepts its tokens, once for all journeys in hosted mode. */
export default async function firebaseSetup(): Promise<() => Promise<void>> {
  const port = portOf('SESA_FIREBASE_PORT')
  const emulator = await startEmulator(port)
  try {
    const product = await startProduct(portOf('SESA_E2E_PORT'), {
      NODE_ENV: 'test',
      FIREBASE_PROJECT_ID: PROJECT,
      FIREBASE_API_KEY: 'emulators-ask-for-none',
      FIREBASE_AUTH_EMULATOR_URL: `http://127.0.0.1:${port}`,
    })
    return async () => {
      await product.stop()
      await emulator.stop()
    }
  } catch (error) {
    await emulator.stop()
    throw error
  }
}
