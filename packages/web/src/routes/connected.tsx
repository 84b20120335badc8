import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Statement } from '../features/shell/statement.tsx'
import { tellReturn } from '../lib/round-trip.ts'

/** Where a window comes back to that was opened on the way to another service. */
export const Route = createFileRoute('/connected')({ component: Connected })

function Connected() {
  useEffect(() => {
    tellReturn(window.location.hash)
    window.close()
  }, [])
  return (
    <Statement title="You are back">
      You can close this window, and go on in the one from which you came.
    </Statement>
  )
}
