import { fontPixels, type Ink, type Mark, type Picture } from './picture.ts'

interface Caption {
  readonly title: string
  /** What else is needed to read it: the period, the time zone. */
  readonly notes: readonly string[]
}

const padding = 24
const titleHeight = 26
const noteHeight = 18
/** Sharp on dense screens. */
const pixelsPerUnit = 2

/** A chart as a PNG file, in the colors of the page. */
export function paintPicture(picture: Picture, { title, notes }: Caption): Promise<Blob> {
  const head = padding + titleHeight + notes.length * noteHeight
  const width = picture.width + 2 * padding
  const height = head + picture.height + padding
  const canvas = document.createElement('canvas')
  canvas.width = width * pixelsPerUnit
  canvas.height = height * pixelsPerUnit
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('The browser can’t draw.')
  context.scale(pixelsPerUnit, pixelsPerUnit)
  const { color, font } = looksOf(document)
  context.fillStyle = color('surface')
  context.fillRect(0, 0, width, height)
  context.fillStyle = color('ink')
  context.font = font(16, true)
  context.fillText(title, padding, padding + 12)
  context.font = font(12)
  context.fillStyle = color('ink-2')
  for (const [at, note] of notes.entries()) {
    context.fillText(note, padding, padding + titleHeight + at * noteHeight + 8)
  }
  context.translate(padding, head)
  for (const mark of picture.marks) paintMark(context, mark, { color, font })
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('The browser can’t save the picture.'))
      else resolve(blob)
    }, 'image/png')
  })
}

interface Looks {
  readonly color: (ink: Ink) => string
  readonly font: (pixels: number, isStrong?: boolean) => string
}

function looksOf({ documentElement, body }: Document): Looks {
  const tokens = getComputedStyle(documentElement)
  const { fontFamily } = getComputedStyle(body)
  return {
    color: (ink) => tokens.getPropertyValue(`--${ink}`),
    font: (pixels, isStrong = false) => `${isStrong ? 600 : 400} ${pixels}px ${fontFamily}`,
  }
}

function paintMark(context: CanvasRenderingContext2D, mark: Mark, { color, font }: Looks): void {
  if ('text' in mark) {
    context.font = font(fontPixels, mark.isStrong)
    context.fillStyle = color(mark.ink)
    context.textAlign = mark.anchor === 'middle' ? 'center' : mark.anchor
    context.fillText(mark.text, mark.x, mark.y)
    return
  }
  const path = new Path2D(mark.d)
  if (mark.fill !== undefined) {
    context.globalAlpha = mark.opacity ?? 1
    context.fillStyle = color(mark.fill)
    context.fill(path)
    context.globalAlpha = 1
  }
  if (mark.stroke === undefined) return
  context.lineWidth = mark.width ?? 1
  context.setLineDash(mark.dash?.split(' ').map(Number) ?? [])
  context.strokeStyle = color(mark.stroke)
  context.stroke(path)
}
