// `npm run release`: makes dist/guildhall-<version>.tgz, which runs without a checkout and a build.
import { ensureInstalled, npm, requireNode, root } from './install.mjs'

requireNode()
ensureInstalled('lean')
const { makeRelease, releaseFolder } = await import('./release-folder.mjs')
await makeRelease()
npm(['pack', '--loglevel=error', '--pack-destination', `${root}dist`], releaseFolder)
