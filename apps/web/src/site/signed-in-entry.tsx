import { SignOutIsland } from './sign-out-island.tsx'
import { wake } from './wake.ts'

// Beside `entry.tsx` on signed-in pages; the others do not pay for it.
wake('sign-out', SignOutIsland)
