import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { errorDocs, errorDocsPath } from './error-docs.ts'

it('docs/errors.md lists the current errors (npx tsx tools/error-docs.ts)', async () => {
  expect(await readFile(errorDocsPath, 'utf8')).toBe(await errorDocs())
})
