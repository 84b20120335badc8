import { becomeOperator } from '@guildhall/contract/identity/first-operator'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { sessionQuery } from '#/entities/account/session.ts'
import { api } from '#/lib/api.ts'
import { failureMessage, type Messages } from '#/lib/failure-message.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'

/** With the code of the link that a server without an operator prints when it starts. */
export function BecomeOperator({ code }: { code: string }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const become = async () => {
    setPending(true)
    setFailure(null)
    try {
      await api.call(becomeOperator, { body: { code } })
    } catch (error) {
      setPending(false)
      setFailure(failureMessage(error, messages))
      return
    }
    await client.invalidateQueries(sessionQuery)
    await navigate({ to: '/admin/users' })
  }
  return (
    <Card>
      <div className="grid justify-items-start gap-4">
        <p className="text-ink-2">
          The operator administers all users of this server: creates, bans and deletes them, and can
          act as them.
        </p>
        {failure !== null && <Banner tone="bad">{failure}</Banner>}
        <Button variant="primary" loading={isPending} onClick={become}>
          Become the operator
        </Button>
      </div>
    </Card>
  )
}

const messages: Messages = {
  THIS_CODE_IS_NOT_VALID_OR_THIS_SERVER_HAS_AN_OPERATOR:
    'This link is not valid, or the server already has an operator.',
}
