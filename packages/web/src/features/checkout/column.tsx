import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '#/ui/class-names.ts'
import { isEmbedded } from './embedding.ts'
import { Stage } from './panes.tsx'

interface ColumnProps {
  title: string
  embedOrigin: string | null
  isClosable?: boolean
  icon?: ReactNode
  /** Moves the focus to the title, because it is the result of an action. */
  isResult?: boolean
  children: ReactNode
}

/** A message in the middle of the page. */
export function Column({ title, icon, isResult = false, children, ...stage }: ColumnProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isResult) heading.current?.focus()
  }, [isResult])
  return (
    <Stage {...stage}>
      <title>{`${title} · Checkout`}</title>
      <div
        className={classNames(
          'grid place-items-center px-5 py-10',
          isEmbedded() ? 'min-h-90' : 'min-h-dvh',
        )}
      >
        <div className="grid w-full max-w-105 gap-5">
          <div className="grid justify-items-start gap-2">
            {icon}
            <h1 ref={heading} tabIndex={-1} className="text-title outline-none">
              {title}
            </h1>
          </div>
          {children}
        </div>
      </div>
    </Stage>
  )
}
