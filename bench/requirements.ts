import { existsSync } from 'node:fs'

const peerManifest = new URL('node_modules/better-auth/package.json', import.meta.url)
const builtWeb = new URL('../packages/web/dist/csp.json', import.meta.url)

/** What is missing to run a bench with the peer, as a sentence; null if nothing is. */
export function missingRequirement(): string | null {
  if (!existsSync(peerManifest)) return 'The peer is missing: cd bench && npm ci --ignore-scripts'
  if (!existsSync(builtWeb)) return 'The built web is missing: node tools/build.mjs'
  return null
}
