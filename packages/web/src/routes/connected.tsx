import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { MessagePage } from '#/features/shell/message-page.tsx'
import { reportReturn } from '#/lib/oauth-redirect.ts'

/** The page that connected services redirect back to, in a window of its own. */
export const Route = createFileRoute('/connected')({ component: Connected })

function Connected() {
  useEffect(() => {
    reportReturn(window.location.hash)
    window.close()
  }, [])
  return (
    <MessagePage title="You can close this window">
      Continue in the window where you started.
    </MessagePage>
  )
}
