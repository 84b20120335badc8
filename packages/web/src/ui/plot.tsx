import {
  type KeyboardEvent,
  type PointerEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { classNames } from './class-names.ts'
import { clamped, type Draw, fontPixels, type Mark, type Picture, type Stop } from './picture.ts'

interface PlotProps {
  /** The accessible name. */
  label: string
  draw: Draw
  /** The values under the cursor, for charts that don’t show them anyway. */
  hasTooltip?: boolean
}

/**
 * A chart with a cursor. To assistive technology it is a slider: arrow keys move it, and the value
 * at its place is announced.
 */
export function Plot({ label, draw, hasTooltip = true }: PlotProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const picture = useMemo(() => draw(width), [draw, width])
  const [cursor, setCursor] = useState<number | null>(null)
  const last = Math.max(0, picture.stops - 1)
  const place = cursor === null ? last : Math.min(cursor, last)
  const stop = picture.stops > 0 ? picture.stopAt(place) : null
  const follow = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, top } = currentTarget.getBoundingClientRect()
    setCursor(picture.indexAt({ x: clientX - left, y: clientY - top }))
  }
  const move = (event: KeyboardEvent) => {
    const next = nextPlace(event.key, { place, last, isShown: cursor !== null })
    if (next === null) return
    event.preventDefault()
    setCursor(next)
  }
  return (
    <div
      ref={box}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input can’t contain a drawing
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={place}
      aria-valuetext={stop === null ? 'No values' : textOf(stop)}
      className="relative touch-pan-y rounded-xs"
      style={{ height: picture.height }}
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={() => setCursor(null)}
      onBlur={() => setCursor(null)}
      onKeyDown={move}
    >
      <Drawing picture={picture} />
      {cursor !== null && stop !== null && (
        <>
          <Drawing picture={{ ...picture, marks: stop.marks }} />
          {hasTooltip && <Tooltip stop={stop} width={width} />}
        </>
      )}
    </div>
  )
}

/** Without a shown cursor, the first key shows it where it is. */
function nextPlace(
  key: string,
  { place, last, isShown }: { place: number; last: number; isShown: boolean },
): number | null {
  const page = Math.max(1, Math.round(last / 10))
  const step = isShown ? 1 : 0
  const places: Readonly<Record<string, number>> = {
    ArrowLeft: place - 1,
    ArrowUp: place - 1,
    ArrowRight: place + step,
    ArrowDown: place + step,
    PageUp: place - page,
    PageDown: place + page,
    Home: 0,
    End: last,
  }
  const next = places[key]
  return next === undefined ? null : clamped(next, 0, last)
}

function textOf({ label, values }: Stop): string {
  if (values.length === 0) return `${label}: no value`
  const [only, ...more] = values
  if (only !== undefined && more.length === 0) return `${label}: ${only.text}`
  return `${label}: ${values.map(({ name, text }) => `${name} ${text}`).join(', ')}`
}

const widthAssumed = 600

function useWidth(box: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(widthAssumed)
  useLayoutEffect(() => {
    if (box.current === null) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(entry.contentRect.width)
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [box])
  return width
}

function Drawing({ picture: { width, height, marks } }: { picture: Picture }) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      className="pointer-events-none absolute inset-0 size-full overflow-visible"
    >
      {marks.map((mark, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: marks have no identity
        <Drawn key={at} mark={mark} />
      ))}
    </svg>
  )
}

function Drawn({ mark }: { mark: Mark }) {
  if ('text' in mark) {
    return (
      <text
        x={mark.x}
        y={mark.y}
        textAnchor={mark.anchor}
        fontSize={fontPixels}
        fontWeight={mark.isStrong ? 600 : undefined}
        fill={`var(--${mark.ink})`}
        className="figures"
      >
        {mark.text}
      </text>
    )
  }
  return (
    <path
      d={mark.d}
      fill={mark.fill === undefined ? 'none' : `var(--${mark.fill})`}
      fillOpacity={mark.opacity}
      stroke={mark.stroke === undefined ? undefined : `var(--${mark.stroke})`}
      strokeWidth={mark.width}
      strokeDasharray={mark.dash}
      strokeLinejoin="round"
    />
  )
}

function Tooltip({ stop: { label, values, x, y }, width }: { stop: Stop; width: number }) {
  const isRight = x > width / 2
  return (
    <div
      aria-hidden="true"
      className={classNames(
        'floating pointer-events-none absolute z-10 rounded-s px-2.5 py-1.5 text-xs',
        isRight ? '-translate-x-full' : '',
      )}
      style={{ left: x + (isRight ? -10 : 10), top: Math.max(0, y - 20) }}
    >
      <p className="whitespace-nowrap text-ink-3">{label}</p>
      {values.map(({ name, text }, at) => (
        <p
          key={name}
          className={classNames(
            'flex justify-between gap-3 whitespace-nowrap',
            at > 0 && 'text-ink-2',
          )}
        >
          {values.length > 1 && <span>{name}</span>}
          <span className="figures font-medium">{text}</span>
        </p>
      ))}
    </div>
  )
}
