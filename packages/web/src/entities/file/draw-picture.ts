import type { Square } from './crop.ts'

/** Pictures are shown much smaller, also on dense screens. */
const sideMax = 512
/** In base 64. */
const pngLengthMax = 350_000
const fileBytesMax = 20 * 1024 * 1024
const jpegQuality = 0.9

const unreadable =
  'This browser can’t read the file as an image. Choose a JPEG, PNG, GIF or WebP image.'

/** Turned as the camera was held; or why the file can’t be used. */
export async function openPicture(file: File): Promise<ImageBitmap | string> {
  if (file.size > fileBytesMax) return 'This file is too large. Choose one of up to 20 MB.'
  return createImageBitmap(file).catch(() => unreadable)
}

export function drawSquare(canvas: HTMLCanvasElement, bitmap: ImageBitmap, square: Square): void {
  const context = contextOf(canvas)
  const { left, top, side } = square
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, left, top, side, side, 0, 0, canvas.width, canvas.height)
}

/**
 * The square as a new image in base 64, which has only its pixels from the file. A PNG keeps sharp
 * edges and transparency; photos are much smaller as JPEG.
 */
export function encodeSquare(bitmap: ImageBitmap, square: Square): string {
  const canvas = document.createElement('canvas')
  canvas.width = Math.min(sideMax, Math.ceil(square.side))
  canvas.height = canvas.width
  drawSquare(canvas, bitmap, square)
  const png = encoded(canvas, 'image/png')
  return png.length <= pngLengthMax || isTransparent(canvas) ? png : encoded(canvas, 'image/jpeg')
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('The browser can’t draw.')
  return context
}

/** Without the head of the data URL. */
const encoded = (canvas: HTMLCanvasElement, type: string): string =>
  canvas.toDataURL(type, jpegQuality).replace(/^.*,/, '')

const bytesPerPixel = 4

function isTransparent(canvas: HTMLCanvasElement): boolean {
  const { data } = contextOf(canvas).getImageData(0, 0, canvas.width, canvas.height)
  return data.some((value, at) => at % bytesPerPixel === bytesPerPixel - 1 && value < 255)
}
