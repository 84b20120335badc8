import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { updateDiagrams } from './diagrams.ts'
import { readSourceFiles } from './source-files.ts'

// npx tsx tools/update-diagrams.ts: updates the diagrams in docs/architecture.md.
const root = fileURLToPath(new URL('..', import.meta.url))
const document = join(root, 'docs/architecture.md')

writeFileSync(document, updateDiagrams(readFileSync(document, 'utf8'), readSourceFiles(root)))
