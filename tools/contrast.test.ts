import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { contrastFaults } from './contrast.ts'
import { readSourceFiles } from './source-files.ts'

const web = 'packages/web/src'
const badge = `${web}/ui/badge.tsx`
const repository = readSourceFiles(fileURLToPath(new URL('..', import.meta.url)))
const sheets = repository.filter(({ path }) => path.startsWith(`${web}/styles/`))

const withToken = (token: string, value: string) =>
  sheets.map(({ path, text }) => ({
    path,
    text: text.replaceAll(new RegExp(`--${token}: oklch\\([^)]*\\)`, 'g'), `--${token}: ${value}`),
  }))

it('every text of the web app has enough contrast in both themes', () => {
  expect(contrastFaults(repository)).toEqual([])
})

describe('contrast follows the formula of WCAG', () => {
  // Black on white is 21:1, and #767676 the lightest gray with enough contrast on white.
  it.each([
    ['oklch(0 0 0)', []],
    ['oklch(0.56 0 0)', []],
    ['oklch(0.58 0 0)', ['light: ink on surface has 4.', 'dark: ink on surface has 4.']],
    ['oklch(1 0 0)', ['light: ink on surface has 1.00:1', 'dark: ink on surface has 1.00:1']],
  ])('%s on white', (ink, faults) => {
    const tokens = ['light', 'dark'].map(
      (theme) => `x { color-scheme: ${theme}; --ink: ${ink}; --surface: oklch(1 0 0); }`,
    )
    const found = contrastFaults([
      { path: `${web}/styles/tokens.css`, text: tokens.join('\n') },
      { path: badge, text: `const style = 'bg-surface text-ink'` },
    ])
    expect(found).toEqual(faults.map((fault) => expect.stringContaining(fault)))
  })
})

describe('a planted fault is reported', () => {
  it.each([
    ['a token too light', 'ink-3', 'oklch(0.6 0.012 95)', 'light: ink-3 on '],
    ['a token too dark', 'ink-3', 'oklch(0.5 0.01 95)', 'dark: ink-3 on '],
    ['a background too dark', 'hover', 'oklch(0.6 0 0)', 'light: ink-2 on hover'],
    ['a button without contrast', 'on-accent', 'oklch(0.6 0 0)', 'light: on-accent on accent'],
  ])('%s', (_, token, value, fault) => {
    const files = [
      ...withToken(token, value),
      ...repository.filter(({ path }) => path.endsWith('x')),
    ]
    expect(contrastFaults(files).join('\n')).toContain(fault)
  })

  it.each([
    ["'text-line-strong'", 'light: line-strong on '],
    ["'hover:text-line-strong'", 'light: line-strong on '],
    ["'bg-ink'", 'light: ink on ink has 1.00:1'],
    ["'data-highlighted:bg-line-strong'", 'light: ink-3 on line-strong'],
    ["'bg-accent ' + 'text-ink'", 'light: ink on accent'],
    ["'bg-accent text-on-accent hover:bg-surface'", 'light: on-accent on surface'],
    ["'text-on-accent'", 'light: on-accent on '],
    ["'text-ink/50'", `${badge}: text-ink/50 is not a token`],
    ["'text-[#888]'", `${badge}: text-[#888] is not a token`],
    ["'hover:bg-[rgb(1_2_3)]'", `${badge}: hover:bg-[rgb(1_2_3)] is not a token`],
  ])('%s', (classes, fault) => {
    const body = repository.filter(({ path }) => path === `${web}/features/shell/nav-list.tsx`)
    const files = [...sheets, ...body, { path: badge, text: `const style = ${classes}` }]
    expect(contrastFaults(files).join('\n')).toContain(fault)
  })

  it('a rule of a style sheet', () => {
    const text = '@utility faint { color: var(--line-strong) }'
    const files = [...sheets, { path: `${web}/styles/faint.css`, text }]
    expect(contrastFaults(files).join('\n')).toContain('light: line-strong on ')
  })
})
