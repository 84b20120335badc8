import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { configDocs, configDocsPath } from './config-docs.ts'

it('docs/configuration.md lists the current settings (npx tsx tools/config-docs.ts)', async () => {
  expect(await readFile(configDocsPath, 'utf8')).toBe(configDocs())
})
