import { isScope } from '@guildhall/contract/organizations/scopes'
import { describe, expect, test } from 'vitest'
import { quickstartPreset, wholeScopes } from '#/entities/organization/scope-presets.ts'
import guide from '../../../../../docs/quickstart.md?raw'
import { environmentText } from './environment.ts'
import { frameworks } from './frameworks.ts'
import { guideSection } from './guide.ts'

const origin = 'https://billing.acme.test'

const codeIn = (section: string) =>
  guideSection(section, origin).flatMap((block) => (block.kind === 'code' ? block : []))

describe('a section of the quickstart', () => {
  test('has its commands and files as they stand there', () => {
    const code = [
      ...codeIn('Create a product and a webhook endpoint'),
      ...codeIn('Write the application'),
    ]
    expect(code.map(({ title }) => title)).toEqual([
      'Terminal',
      'setup.mjs',
      'Terminal',
      'shop.mjs',
      'Terminal',
    ])
    for (const { code: text } of code) expect(guide).toContain(`\n${text}\n\`\`\``)
  })

  test.each([
    'Create a product and a webhook endpoint',
    'Write the application',
    'Buy',
    'How the pieces fit',
  ])('“%s” leads to no file of the repository, and to no other server', (title) => {
    const texts = guideSection(title, origin).flatMap((block) =>
      block.kind === 'text' ? block.text : [],
    )
    expect(texts.length).toBeGreaterThan(0)
    expect(texts.join('\n')).not.toMatch(/\]\((?!https?:)/)
    expect(texts.join('\n')).not.toContain('http://localhost:3000')
  })

  test('that isn’t there is an error', () => {
    expect(() => guideSection('Nothing', origin)).toThrow('has no section “Nothing”')
  })
})

test('the token of the page has the scopes that the quickstart names', () => {
  const [, named = ''] = /with the permissions for \*Quickstart\*:([^.]+)\./.exec(guide) ?? []
  const scopes = [...named.matchAll(/`([a-z_:]+)`/g)].map(([, name = '']) => name)
  expect(scopes).toHaveLength(4)
  expect(wholeScopes(scopes.filter(isScope))).toEqual(quickstartPreset.scopes)
})

describe('the frameworks', () => {
  test.each(['hono', 'express'] as const)('%s reads its page from its own folder', (name) => {
    const [server, page] = frameworks[name].files
    expect(server?.code).toContain("new URL('./sign-up.html', import.meta.url)")
    expect(page?.name).toBe('sign-up.html')
  })

  test.each(Object.entries(frameworks))('%s is installed with its adapters', (_, framework) => {
    expect(framework.install).toMatch(/^npm install \.\.\/guildhall\/packages\/adapters \S+@/)
    expect(framework.start).not.toContain('--prefix')
  })

  test('Next.js has every file that its own files import', () => {
    const names: string[] = frameworks.next.files.map(({ name }) => name)
    const imported = frameworks.next.files.flatMap(({ code }) =>
      [...code.matchAll(/from '(?:\.\.?\/)+([\w.-]+)'/g)].map(([, file = '']) => file),
    )
    expect(imported.length).toBeGreaterThan(0)
    for (const file of imported) expect(names.some((name) => name.endsWith(file))).toBe(true)
  })
})

test('the file of settings has what is known', () => {
  const values = { origin, organizationId: 'o', token: null, productId: null }
  expect(environmentText(values)).toBe(
    `GUILDHALL_URL=${origin}\nGUILDHALL_ACCESS_TOKEN=…\nORGANIZATION_ID=o`,
  )
  expect(environmentText({ ...values, token: 't', productId: 'p' })).toBe(
    `GUILDHALL_URL=${origin}\nGUILDHALL_ACCESS_TOKEN=t\nORGANIZATION_ID=o\nPRODUCT_ID=p`,
  )
})
