import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Refused, Unreachable } from '#/lib/request.ts'
import { needsDocument } from '#/lib/stay-offline.ts'
import { Button } from '#/ui/button.tsx'
import { MessagePage } from './message-page.tsx'

export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const { title, text } = describeFailure(error)
  const tryAgain = async () => {
    if (needsDocument(error)) return location.reload()
    reset()
    await router.invalidate()
  }
  return (
    <MessagePage title={title} action={<Button onClick={tryAgain}>Try again</Button>}>
      {text}
    </MessagePage>
  )
}

export function describeFailure(error: unknown): { title: string; text: string } {
  if (error instanceof Unreachable || !navigator.onLine) {
    return { title: 'The server can’t be reached', text: 'Check your connection, then try again.' }
  }
  if (error instanceof Refused && error.status < 500) {
    return { title: 'The server refused this', text: error.message }
  }
  return {
    title: 'Something went wrong',
    text: 'This page could not be displayed. Try again; your saved changes are not lost.',
  }
}
