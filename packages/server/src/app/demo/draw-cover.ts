import { drawsFrom } from './random-draws.ts'

/** Colors from the sky down to the nearest hill, as hexadecimal digits. */
export interface Scenery {
  readonly sky: readonly [top: string, bottom: string]
  readonly sun: string
  readonly hills: readonly string[]
}

const width = 800
const height = 500
const pointsPerHill = 8

/** A landscape as SVG, the same for the same seed. */
export function drawCover({ sky: [top, bottom], sun, hills }: Scenery, seed: number): Buffer {
  const draws = drawsFrom(seed)
  const sunAt = { x: 120 + draws.below(560), y: 110 + draws.below(90), r: 34 + draws.below(26) }
  const shapes = hills.map((color, at) => {
    const ground = height * (0.42 + (0.48 * at) / hills.length)
    const step = width / (pointsPerHill - 1)
    const points = Array.from({ length: pointsPerHill }, (_, point) => ({
      x: Math.round(point * step),
      y: Math.round(ground + draws.below(90) - 45),
    }))
    return `<path fill="#${color}" d="${ridge(points)}"/>`
  })
  return Buffer.from(
    [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
      '<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">',
      `<stop offset="0" stop-color="#${top}"/><stop offset="1" stop-color="#${bottom}"/>`,
      '</linearGradient></defs>',
      `<rect width="${width}" height="${height}" fill="url(#sky)"/>`,
      `<circle cx="${sunAt.x}" cy="${sunAt.y}" r="${sunAt.r}" fill="#${sun}"/>`,
      ...shapes,
      '</svg>',
    ].join(''),
  )
}

interface Point {
  readonly x: number
  readonly y: number
}

/** Smooth from point to point, and down to the edge of the picture. */
function ridge(points: readonly Point[]): string {
  const [first = { x: 0, y: height }, ...others] = points
  const curves = others.map(({ x, y }, at) => {
    const before = points[at] ?? first
    const middle = (before.x + x) / 2
    return `C${middle} ${before.y} ${middle} ${y} ${x} ${y}`
  })
  return `M0 ${height}L${first.x} ${first.y}${curves.join('')}V${height}Z`
}
