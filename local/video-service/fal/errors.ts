/** One fault of a request, in fal's format. */
export interface Detail {
  loc: readonly (string | number)[]
  msg: string
  type: string
}

/** An error response in fal's format. `detail` is a sentence or a list of faults. */
export class FalError extends Error {
  override name = 'FalError'
  readonly status: 400 | 401 | 404 | 413 | 422 | 500
  readonly detail: string | readonly Detail[]

  constructor(status: FalError['status'], detail: FalError['detail']) {
    super(typeof detail === 'string' ? detail : detail.map(({ msg }) => msg).join('; '))
    this.status = status
    this.detail = detail
  }

  /** Creates the error for one invalid field of the body. */
  static field(name: string, msg: string, type = 'value_error'): FalError {
    return new FalError(422, [{ loc: ['body', name], msg, type }])
  }
}
