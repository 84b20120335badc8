import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { redraw } from './drawing.ts'
import { readSourceFiles } from './source-files.ts'

// npx tsx tools/draw.ts: brings the drawings in docs/architecture.md up to date.
const root = fileURLToPath(new URL('..', import.meta.url))
const document = join(root, 'docs/architecture.md')

writeFileSync(document, redraw(readFileSync(document, 'utf8'), readSourceFiles(root)))
