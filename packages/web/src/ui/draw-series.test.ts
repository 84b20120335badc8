import { describe, expect, it } from 'vitest'
import { drawSeries, type Series } from './draw-series.ts'

const series = (part: Partial<Series> = {}): Series => ({
  kind: 'line',
  labels: ['1 Jan', '2 Jan', '3 Jan'],
  lines: [{ name: 'Revenue', values: [10, 40, 20] }],
  format: (value) => `$${value}.00`,
  formatTick: (value) => `$${value}`,
  stepMin: 1,
  ...part,
})

const texts = (part: Partial<Series>, width = 600) =>
  drawSeries(series(part))(width).marks.flatMap((mark) => ('text' in mark ? [mark.text] : []))

const paths = (part: Partial<Series>) =>
  drawSeries(series(part))(600).marks.flatMap((mark) => ('d' in mark ? [mark] : []))

const before = { name: 'Before', values: [5, 6, 7], isBefore: true }
const other = { name: 'Other', values: [11, 39, 20] }

describe('a drawn series', () => {
  it('has round ticks, and as many labels as fit', () => {
    expect(texts({})).toEqual(['$0', '$10', '$20', '$30', '$40', '1 Jan', '2 Jan', '3 Jan'])
    const labels = Array.from({ length: 90 }, (_, at) => `${at + 1} Jan`)
    const lines = [{ name: 'Revenue', values: labels.map((_, at) => at) }]
    expect(
      texts({ labels, lines }, 300).filter((text) => text.endsWith('Jan')).length,
    ).toBeLessThan(8)
  })

  it('draws only the period before dashed', () => {
    const dashed = (part: Partial<Series>) => paths(part).filter(({ dash }) => dash !== undefined)
    expect(dashed({ lines: [{ name: 'Revenue', values: [10, 40, 20] }, other] })).toEqual([])
    expect(dashed({ lines: [{ name: 'Revenue', values: [10, 40, 20] }, before] })).toHaveLength(1)
    const bars = { kind: 'bars', lines: [{ name: 'Revenue', values: [1, 2, 3] }, before] } as const
    expect(dashed(bars)).toHaveLength(1)
  })

  it('names several lines at their ends without overlaps, and marks them by shapes', () => {
    const lines = [{ name: 'Revenue', values: [10, 40, 20] }, other, before]
    const { marks } = drawSeries(series({ lines }))(600)
    const names = marks.flatMap((mark) =>
      'text' in mark && ['Revenue', 'Other'].includes(mark.text) ? [mark] : [],
    )
    expect(names.map(({ text }) => text)).toEqual(['Revenue', 'Other'])
    expect(Math.abs((names[0]?.y ?? 0) - (names[1]?.y ?? 0))).toBeGreaterThanOrEqual(14)
    expect(texts({ lines }, 320)).not.toContain('Other')
    const shapes = paths({ lines }).filter(({ fill, d }) => fill !== undefined && /[ah]/.test(d))
    expect(shapes).toHaveLength(2)
  })

  it('is interrupted where there is no value', () => {
    const lines = [{ name: 'Revenue', values: [1, null, 3] }]
    const line = paths({ lines }).find(({ stroke }) => stroke === 'accent')
    expect(line?.d.match(/M/g)).toHaveLength(2)
    expect(
      paths({ lines: [{ name: 'Revenue', values: [null, null, null] }] }).some(
        ({ stroke }) => stroke === 'accent',
      ),
    ).toBe(false)
  })

  it('has a place of the cursor for each label, with all its values', () => {
    const picture = drawSeries(
      series({ lines: [{ name: 'Revenue', values: [10, null, 20] }, before] }),
    )(600)
    expect(picture.stops).toBe(3)
    expect(picture.stopAt(2)).toMatchObject({
      label: '3 Jan',
      values: [
        { name: 'Revenue', text: '$20.00' },
        { name: 'Before', text: '$7.00' },
      ],
    })
    expect(picture.stopAt(1).values).toEqual([{ name: 'Before', text: '$6.00' }])
    const places = [0, 1, 2].map((index) => picture.indexAt({ x: picture.stopAt(index).x, y: 0 }))
    expect(places).toEqual([0, 1, 2])
    expect([picture.indexAt({ x: -50, y: 0 }), picture.indexAt({ x: 999, y: 0 })]).toEqual([0, 2])
  })

  it('draws all bars as one path, upwards and downwards from zero', () => {
    const bars = (values: number[]) =>
      paths({ kind: 'bars', lines: [{ name: 'Revenue', values }] }).filter(
        ({ fill }) => fill === 'accent',
      )
    expect(bars([1, 0, -2])).toHaveLength(1)
    expect(bars([1, 0, -2])[0]?.d.match(/M/g)).toHaveLength(2)
    expect(bars([0, 0, 0])).toEqual([])
  })

  it('of no labels has no place of the cursor', () => {
    expect(drawSeries(series({ labels: [], lines: [] }))(600).stops).toBe(0)
  })
})
