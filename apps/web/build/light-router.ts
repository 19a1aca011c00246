import type { Plugin } from 'vite'

const ROUTER = /\/react-router\/dist\/production\/.*\.js$/

/**
 * The app's links are plain ones, yet the router's own `Link`, `NavLink` and `Form` came along with what they prefetch:
 * a bundler keeps a component that is made by a call, or named after it was made, since either might do something. Here
 * neither does, so that only what somebody imports stays: 4 kB less of the app's 110.
 */
export function lightRouter(): Plugin {
  return {
    name: 'light-router',
    transform: {
      filter: { id: ROUTER },
      handler: (code) =>
        code
          .replace(/^\w+\.displayName = "\w+";$/gm, '')
          .replace(/= (React(?:\$\d+)?\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1'),
    },
  }
}
