import { spawnSync } from 'node:child_process'
import { operation } from '@guildhall/contract/operation'
import { transformSync } from 'esbuild'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { openApi, pathOnWire } from './openapi.ts'
import { examplesOf } from './reference-examples.ts'

const createHorse = operation({
  name: 'createHorse',
  wire: 'billing',
  method: 'POST',
  path: '/v1/horses',
  summary: 'Create a horse',
  tag: 'Tests',
  for: 'seller',
  body: z.object({ horseName: z.string(), isTame: z.boolean() }),
  returns: null,
  status: 204,
  refuses: ['unauthorized'],
})

const document = openApi([createHorse], {
  version: '1',
  url: 'https://guildhall.example',
  sessionCookie: 'guildhall.session_token',
})
const documented = document.paths[pathOnWire(createHorse)]?.['post']
const examples = documented === undefined ? [] : examplesOf(createHorse, documented, document)
const codeIn = (language: string) => examples.find((one) => one.language === language)?.code ?? ''

it('a call is shown in curl, TypeScript and Python, with its credentials and body', () => {
  expect(examples.map(({ language }) => language)).toEqual(['curl', 'TypeScript', 'Python'])
  for (const { code } of examples) {
    expect(code).toContain('https://guildhall.example/v1/horses')
    expect(code).toContain('guildhall_oat_')
    expect(code).toContain('horse_name')
  }
})

it('the TypeScript and the shell of an example parse', () => {
  expect(() => transformSync(codeIn('TypeScript'), { loader: 'ts', format: 'esm' })).not.toThrow()
  expect(spawnSync('bash', ['-n', '-c', codeIn('curl')]).status).toBe(0)
})

it('Python spells true, false and null its own way', () => {
  expect(codeIn('Python')).toMatch(/"is_tame": (True|False)/)
})
