import { createFileRoute, notFound } from '@tanstack/react-router'

export const Route = createFileRoute('/account/$')({
  beforeLoad: () => {
    throw notFound()
  },
})
