// `npm start`: installs and builds if necessary, and runs the server.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, requireNode, root } from './install.mjs'

requireNode()
ensureInstalled('lean')
const { beginBuild } = await import('./build.mjs')
const { web } = await beginBuild()
web?.catch((error) => console.error(error))

const built = pathToFileURL(join(root, 'packages/server/dist/'))
const { startServer } = await import(new URL('start.js', built).href)
const code = await startServer(new URL('main.js', built), process.argv.slice(2), web)
// Also while the web is still being built.
process.exit(code)
