import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { isEmbedded, tellHost } from './embedding.ts'

interface PanesProps {
  title: string
  embedOrigin: string | null
  /** While a payment is under way nobody leaves by accident. */
  isClosable?: boolean
  offer: ReactNode
  /** What else there is to read about it. */
  about?: ReactNode
  children: ReactNode
}

/** What is bought on the left, what to do on the right; on a phone the long texts come last. */
export function Panes({ title, embedOrigin, isClosable = true, ...content }: PanesProps) {
  const { offer, about, children } = content
  const look = isEmbedded() ? compact : wide
  return (
    <Stage embedOrigin={embedOrigin} isClosable={isClosable}>
      <title>{title}</title>
      <div className={look.panes}>
        <section aria-label="What you buy" className={look.offer}>
          <div className="w-full max-w-105">{offer}</div>
        </section>
        <div className={look.form}>
          <div className="w-full max-w-105">{children}</div>
        </div>
        {about && (
          <section aria-label="More about it" className={look.about}>
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

/** The whole window; within another page a box above it, with a way out. */
export function Stage({ embedOrigin, isClosable = true, children }: StageProps) {
  const mayClose = isEmbedded() && isClosable
  useEffect(() => {
    if (!mayClose) return
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) {
        tellHost(embedOrigin, { event: 'close' })
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
            <IconButton label="Close" onClick={() => tellHost(embedOrigin, { event: 'close' })}>
              <X aria-hidden="true" />
            </IconButton>
          </div>
        )}
        {children}
      </div>
    </main>
  )
}

const offerLook = 'flex justify-center px-5 py-6'
const formLook = 'row-span-2 flex justify-center border-t bg-surface px-5 py-6'
const aboutLook = 'flex justify-center px-5 py-6'

const wide = {
  panes: 'grid grid-cols-1 lg:min-h-dvh lg:grid-cols-2 lg:grid-rows-[auto_1fr]',
  offer: `${offerLook} lg:justify-end lg:px-18 lg:pt-16 lg:pb-0`,
  form: `${formLook} lg:justify-start lg:border-t-0 lg:border-l lg:px-18 lg:pt-16 lg:pb-12`,
  about: `${aboutLook} border-t lg:justify-end lg:border-t-0 lg:px-18 lg:pt-6 lg:pb-12`,
} as const

const compact = {
  panes: 'grid grid-cols-1 md:grid-cols-2 md:grid-rows-[auto_1fr]',
  offer: `${offerLook} md:px-8 md:pb-0`,
  form: `${formLook} md:border-t-0 md:border-l md:px-8`,
  about: `${aboutLook} border-t md:border-t-0 md:px-8`,
} as const
