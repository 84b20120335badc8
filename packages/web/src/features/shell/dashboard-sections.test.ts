import { expect, test } from 'vitest'
import { dashboardSections } from './dashboard-sections.ts'

const labelsFor = (role: string) =>
  dashboardSections({ slug: 'northwind', role, hasTeams: false })
    .flatMap(({ items }) => items)
    .map(({ label }) => label)

test('analytics are offered to members whose roles may read them', () => {
  expect(labelsFor('member')).toContain('Analytics')
  expect(labelsFor('owner,member')).toContain('Analytics')
  expect(labelsFor('guest')).not.toContain('Analytics')
})

test('no two pages have the same shortcut', () => {
  const items = dashboardSections({ slug: 'n', role: 'owner', hasTeams: true }).flatMap(
    (section) => section.items,
  )
  const shortcuts = items.flatMap(({ shortcut }) => (shortcut === undefined ? [] : [shortcut]))
  expect(new Set(shortcuts).size).toBe(shortcuts.length)
})
