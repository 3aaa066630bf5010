import { useEffect, useState } from 'react'

/** Returns an object URL that is revoked when the file changes and on unmount. */
export function useObjectUrl(file: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return
    const address = URL.createObjectURL(file)
    setUrl(address)
    return () => {
      setUrl(null)
      URL.revokeObjectURL(address)
    }
  }, [file])
  return url
}
