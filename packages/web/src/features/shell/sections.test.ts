import { expect, test } from 'vitest'
import { dashboardSections } from './dashboard-sections.ts'
import type { NavSection } from './nav-list.tsx'
import { operatorSections } from './operator-sections.ts'

const labelsFor = (role: string) =>
  dashboardSections({ slug: 'northwind', role, hasTeams: false })
    .flatMap(({ items }) => items)
    .map(({ label }) => label)

test('analytics are offered to members whose roles may read them', () => {
  expect(labelsFor('member')).toContain('Analytics')
  expect(labelsFor('owner,member')).toContain('Analytics')
  expect(labelsFor('guest')).not.toContain('Analytics')
})

const areas: readonly (readonly [string, readonly NavSection[]])[] = [
  ['an organization', dashboardSections({ slug: 'n', role: 'owner', hasTeams: true })],
  ['operators', operatorSections],
]

test.each(areas)('no two pages of %s have the same shortcut', (_, sections) => {
  const items = sections.flatMap((section) => section.items)
  const shortcuts = items.flatMap(({ shortcut }) => (shortcut === undefined ? [] : [shortcut]))
  expect(shortcuts).not.toEqual([])
  expect(new Set(shortcuts).size).toBe(shortcuts.length)
})
