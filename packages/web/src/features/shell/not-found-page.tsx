import { buttonClasses } from '#/ui/button-classes.ts'
import { MessagePage } from './message-page.tsx'

interface NotFoundPageProps {
  title?: string
  children?: string
}

/** Missing and forbidden pages look the same. */
export function NotFoundPage({ title = 'Page not found', children }: NotFoundPageProps) {
  return (
    <MessagePage
      title={title}
      action={
        <a href="/" className={buttonClasses({})}>
          Go to home
        </a>
      }
    >
      {children ?? 'This page does not exist. It may have moved, or the link may be wrong.'}
    </MessagePage>
  )
}
