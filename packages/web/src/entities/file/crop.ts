export interface Sides {
  readonly width: number
  readonly height: number
}

/** Which square of a picture is kept: how far in, and its place along each axis from 0 to 1. */
export interface Crop {
  readonly zoom: number
  readonly x: number
  readonly y: number
}

export interface Square {
  readonly left: number
  readonly top: number
  readonly side: number
}

export const zoomMax = 4

export const centered: Crop = { zoom: 1, x: 0.5, y: 0.5 }

export function squareOf({ width, height }: Sides, { zoom, x, y }: Crop): Square {
  const side = Math.min(width, height) / zoom
  return { side, left: (width - side) * x, top: (height - side) * y }
}

/** The picture was moved by this share of the square. */
export function dragged(sides: Sides, crop: Crop, by: { x: number; y: number }): Crop {
  const { side } = squareOf(sides, crop)
  return {
    ...crop,
    x: moved(crop.x, by.x * side, sides.width - side),
    y: moved(crop.y, by.y * side, sides.height - side),
  }
}

/** Stays where it is if there is no room to move. */
const moved = (place: number, by: number, room: number): number =>
  room < 1 ? place : Math.min(1, Math.max(0, place - by / room))
