/** An error response in the provider's format: `{message, code, issues?}`. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 500
  readonly code: string
  readonly issues: readonly string[]

  constructor(status: ProviderError['status'], code: string, message: string, issues: readonly string[] = []) {
    super(message)
    this.status = status
    this.code = code
    this.issues = issues
  }

  static invalid(issues: readonly string[]): ProviderError {
    return new ProviderError(400, 'BAD_REQUEST', 'Input validation failed', issues)
  }

  body(): { message: string; code: string; issues?: { message: string }[] } {
    const body = { message: this.message, code: this.code }
    return this.issues.length > 0 ? { ...body, issues: this.issues.map((message) => ({ message })) } : body
  }
}
