import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, test } from 'vitest'
import { Calendar } from './calendar.tsx'
import { addDays } from './calendar-days.ts'

const ownTimeZone = process.env['TZ']

afterEach(() => {
  if (ownTimeZone === undefined) delete process.env['TZ']
  else process.env['TZ'] = ownTimeZone
})

const show = (props: Partial<Parameters<typeof Calendar>[0]>): string =>
  renderToStaticMarkup(<Calendar chosen={null} onChoose={() => {}} today="2026-11-20" {...props} />)

interface Cell {
  day: string
  label: string
  isSelected: boolean
  isDisabled: boolean
}

const cellsIn = (markup: string): Cell[] =>
  [...markup.matchAll(/<td[^>]*>(<button[^>]*>)/g)].map(([cell, button = '']) => ({
    day: /data-day="([^"]*)"/.exec(button)?.[1] ?? '',
    label: /aria-label="([^"]*)"/.exec(button)?.[1] ?? '',
    isSelected: cell.includes('aria-selected="true"'),
    isDisabled: / disabled=""/.test(button),
  }))

describe.each(['UTC', 'America/Los_Angeles', 'Pacific/Auckland'])('a calendar in %s', (zone) => {
  test.each(['2026-11-20', '2026-02-01', '2024-02-29', '2026-03-29', '2027-12-31'])(
    'shows the month of %s in whole weeks from Monday to Sunday',
    (day) => {
      process.env['TZ'] = zone
      const cells = cellsIn(show({ chosen: { from: day, to: day } }))
      const [first] = cells
      expect(cells.length % 7).toBe(0)
      expect(cells.map((cell) => cell.day)).toEqual(
        cells.map((_, index) => addDays(first?.day ?? '', index)),
      )
      expect(first?.label).toMatch(/^Monday/)
      const own = cells.filter((cell) => cell.day.slice(0, 7) === day.slice(0, 7))
      expect(own.at(0)?.day.slice(8)).toBe('01')
      expect(addDays(own.at(-1)?.day ?? '', 1).slice(8)).toBe('01')
      expect(cells.filter((cell) => cell.isSelected).map((cell) => cell.day)).toEqual([day])
    },
  )
})

test('both ends of a range are selected, and the days between them', () => {
  const chosen = { from: '2026-11-28', to: '2026-11-30' }
  const selected = cellsIn(show({ isRange: true, chosen })).filter((cell) => cell.isSelected)
  expect(selected.map(({ day }) => day)).toEqual(['2026-11-28', '2026-11-29', '2026-11-30'])
})

test('days outside of the limits are disabled', () => {
  const cells = cellsIn(show({ min: '2026-11-10', max: '2026-11-12' }))
  const open = cells.filter((cell) => !cell.isDisabled)
  expect(open.map(({ day }) => day)).toEqual(['2026-11-10', '2026-11-11', '2026-11-12'])
})

test('days, weekdays and the month have full names, and today is marked', () => {
  const markup = show({})
  expect(markup).toContain('>November 2026<')
  expect(markup).toContain('aria-label="Friday, 20 November 2026"')
  expect(markup).toMatch(/aria-label="Monday"[^>]*>Mo</)
  expect(markup).toMatch(/data-day="2026-11-20"[^>]*aria-current="date"/)
  expect(markup).not.toContain('style=')
})
