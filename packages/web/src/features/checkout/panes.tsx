import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect } from 'react'
import { IconButton } from '#/ui/icon-button.tsx'
import { isEmbedded, notifyHost } from './embedding.ts'

interface PanesProps {
  title: string
  embedOrigin: string | null
  /** Guards against leaving while a payment is in progress. */
  isClosable?: boolean
  offer: ReactNode
  /** Further details of the product. */
  about?: ReactNode
  children: ReactNode
}

/** The offer on the left, the form on the right; on phones long texts come last. */
export function Panes({ title, embedOrigin, isClosable = true, ...content }: PanesProps) {
  const { offer, about, children } = content
  const look = isEmbedded() ? compact : wide
  return (
    <Stage embedOrigin={embedOrigin} isClosable={isClosable}>
      <title>{title}</title>
      <div className={look.panes}>
        <section aria-label="Order summary" className={look.offer}>
          <div className="w-full max-w-105">{offer}</div>
        </section>
        <div className={look.form}>
          <div className="w-full max-w-105">{children}</div>
        </div>
        {about && (
          <section aria-label="Product details" className={look.about}>
            <div className="w-full max-w-105">{about}</div>
          </section>
        )}
      </div>
    </Stage>
  )
}

interface StageProps {
  embedOrigin: string | null
  isClosable?: boolean
  children: ReactNode
}

/** Fills the window; when embedded, a box over the page with a close button. */
export function Stage({ embedOrigin, isClosable = true, children }: StageProps) {
  const mayClose = isEmbedded() && isClosable
  useEffect(() => {
    if (!mayClose) return
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) {
        notifyHost(embedOrigin, { event: 'close' })
      }
    }
    addEventListener('keydown', leave)
    return () => removeEventListener('keydown', leave)
  }, [mayClose, embedOrigin])
  if (!isEmbedded()) return <main>{children}</main>
  return (
    <main className="min-h-dvh sm:grid sm:place-items-center sm:p-4">
      <div className="relative w-full max-w-240 overflow-hidden bg-canvas max-sm:min-h-dvh sm:rounded-l sm:border">
        {mayClose && (
          <div className="absolute top-3 right-3 z-10">
            <IconButton label="Close" onClick={() => notifyHost(embedOrigin, { event: 'close' })}>
              <X aria-hidden="true" />
            </IconButton>
          </div>
        )}
        {children}
      </div>
    </main>
  )
}

const offerClasses = 'flex justify-center px-5 py-6'
const formClasses = 'row-span-2 flex justify-center border-t bg-surface px-5 py-6'
const aboutClasses = 'flex justify-center px-5 py-6'

const wide = {
  panes: 'grid grid-cols-1 lg:min-h-dvh lg:grid-cols-2 lg:grid-rows-[auto_1fr]',
  offer: `${offerClasses} lg:justify-end lg:px-18 lg:pt-16 lg:pb-0`,
  form: `${formClasses} lg:justify-start lg:border-t-0 lg:border-l lg:px-18 lg:pt-16 lg:pb-12`,
  about: `${aboutClasses} border-t lg:justify-end lg:border-t-0 lg:px-18 lg:pt-6 lg:pb-12`,
} as const

const compact = {
  panes: 'grid grid-cols-1 md:grid-cols-2 md:grid-rows-[auto_1fr]',
  offer: `${offerClasses} md:px-8 md:pb-0`,
  form: `${formClasses} md:border-t-0 md:border-l md:px-8`,
  about: `${aboutClasses} border-t md:border-t-0 md:px-8`,
} as const
