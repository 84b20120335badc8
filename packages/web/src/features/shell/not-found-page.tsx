import { buttonLook } from '../../ui/button-look.ts'
import { Statement } from './statement.tsx'

interface NotFoundPageProps {
  title?: string
  children?: string
}

/** What isn't there, and what one may not see, look the same. */
export function NotFoundPage({ title = 'Page not found', children }: NotFoundPageProps) {
  return (
    <Statement
      title={title}
      action={
        <a href="/" className={buttonLook({})}>
          Go to the start
        </a>
      }
    >
      {children ?? 'Nothing is kept at this address. It may have moved, or the link is mistyped.'}
    </Statement>
  )
}
