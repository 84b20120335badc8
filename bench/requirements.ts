import { existsSync } from 'node:fs'

const peerManifest = new URL('node_modules/better-auth/package.json', import.meta.url)
const builtWeb = new URL('../packages/web/dist/csp.json', import.meta.url)

/** What a bench beside the peer can't start without, as a sentence; null where all is there. */
export function whatIsMissing(): string | null {
  if (!existsSync(peerManifest)) return 'The peer is missing: cd bench && npm ci --ignore-scripts'
  if (!existsSync(builtWeb)) return 'The built web is missing: node tools/build.mjs'
  return null
}
