import { useState } from 'react'
import { failureMessage } from '#/lib/failure-message.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'

interface TokenPartProps {
  mayCreate: boolean
  isCreated: boolean
  onCreate: () => Promise<void>
}

/** The button that creates the token, or what became of it. */
export function TokenPart({ mayCreate, isCreated, onCreate }: TokenPartProps) {
  const [isCreating, setCreating] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const create = async () => {
    setCreating(true)
    setFailure(null)
    await onCreate().catch((error: unknown) => setFailure(failureMessage(error)))
    setCreating(false)
  }
  if (!mayCreate) {
    return <Banner>Only owners and admins can create access tokens. Ask one of them for it.</Banner>
  }
  if (isCreated) {
    return (
      <Banner tone="good" title="The token is in the file.">
        Copy it now. It won’t be shown again, and expires in 30 days.
      </Banner>
    )
  }
  return (
    <>
      {failure !== null && <Banner tone="bad">{failure}</Banner>}
      <div>
        <Button variant="primary" loading={isCreating} onClick={create}>
          Create token
        </Button>
      </div>
    </>
  )
}
