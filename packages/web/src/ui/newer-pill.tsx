import ArrowUp from 'lucide-react/icons/arrow-up'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { formatCount } from '#/lib/format.ts'

interface NewerPillProps {
  count: number
  /** The list that the pill floats over. */
  region: RefObject<HTMLElement | null>
  /** Marks the start of the list. */
  top: RefObject<HTMLSpanElement | null>
  onShow: () => void
}

/** The number of new entries. It takes no space, so that nothing moves. */
export function NewerPill({ count, region, top, onShow }: NewerPillProps) {
  const show = () => {
    // The button disappears, and the reader wants to see the new rows.
    flushSync(onShow)
    if (top.current !== null) scrollToStart(top.current)
    const [first] = region.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? []
    first?.focus({ preventScroll: true })
  }
  return (
    <>
      <div aria-live="polite" className={placeClasses}>
        {count > 0 && (
          <button type="button" onClick={show} className={look}>
            <ArrowUp aria-hidden="true" className="size-3.5" />
            Show {formatCount(count)} new
          </button>
        )}
      </div>
      <span ref={top} className={topClasses} />
    </>
  )
}

/** Scrolls back if the list starts above the window or under the bar on phones. */
function scrollToStart(mark: HTMLElement): void {
  const barHeight = Number.parseFloat(getComputedStyle(mark).scrollMarginTop)
  if (mark.getBoundingClientRect().top < barHeight) mark.scrollIntoView({ block: 'start' })
}

/** Below the bar on phones. */
const placeClasses =
  'sticky top-[calc(var(--sticky-top,0px)+3.25rem)] z-20 flex h-0 justify-center ' +
  'min-[900px]:top-(--sticky-top,0px)'

const topClasses =
  'block h-0 scroll-mt-[calc(var(--sticky-top,0px)+3.25rem)] ' +
  'min-[900px]:scroll-mt-(--sticky-top,0px)'

const look =
  'mt-1 inline-flex h-7 shrink-0 items-center gap-1.5 rounded-full bg-accent px-3 text-xs ' +
  'font-medium whitespace-nowrap text-on-accent shadow-float'
