import ArrowUp from 'lucide-react/icons/arrow-up'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'

interface NewerPillProps {
  count: number
  /** The list above whose beginning it floats. */
  region: RefObject<HTMLElement | null>
  /** Is put where the list begins. */
  top: RefObject<HTMLSpanElement | null>
  onShow: () => void
}

/** What has come while somebody reads; it takes no room, so that nothing moves. */
export function NewerPill({ count, region, top, onShow }: NewerPillProps) {
  const show = () => {
    // The button goes with it, and whoever pressed it wants to see what is new.
    flushSync(onShow)
    if (top.current !== null) bringDown(top.current)
    const [first] = region.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? []
    first?.focus({ preventScroll: true })
  }
  return (
    <>
      <div aria-live="polite" className={placeLook}>
        {count > 0 && (
          <button type="button" onClick={show} className={look}>
            <ArrowUp aria-hidden="true" className="size-3.5" />
            Show {count.toLocaleString('en')} new
          </button>
        )}
      </div>
      <span ref={top} className={topLook} />
    </>
  )
}

/** Scrolls back where the list begins above the window, or under the bar of small screens. */
function bringDown(mark: HTMLElement): void {
  const barHeight = Number.parseFloat(getComputedStyle(mark).scrollMarginTop)
  if (mark.getBoundingClientRect().top < barHeight) mark.scrollIntoView({ block: 'start' })
}

/** Below the bar that small screens have. */
const placeLook =
  'sticky top-[calc(var(--sticky-top,0px)+3.25rem)] z-20 flex h-0 justify-center ' +
  'min-[900px]:top-(--sticky-top,0px)'

const topLook =
  'block h-0 scroll-mt-[calc(var(--sticky-top,0px)+3.25rem)] ' +
  'min-[900px]:scroll-mt-(--sticky-top,0px)'

const look =
  'mt-1 inline-flex h-7 shrink-0 items-center gap-1.5 rounded-full bg-accent px-3 text-xs ' +
  'font-medium whitespace-nowrap text-on-accent shadow-float'
