/** One fault of a request, in fal's shape. */
export interface Detail {
  loc: readonly (string | number)[]
  msg: string
  type: string
}

/** An answer in fal's error shape: `{detail}`, a sentence or a list of faults. */
export class FalError extends Error {
  override name = 'FalError'
  readonly status: 400 | 401 | 404 | 413 | 422 | 500
  readonly detail: string | readonly Detail[]

  constructor(status: FalError['status'], detail: FalError['detail']) {
    super(typeof detail === 'string' ? detail : detail.map(({ msg }) => msg).join('; '))
    this.status = status
    this.detail = detail
  }

  /** A fault of one field of the body. */
  static field(name: string, msg: string, type = 'value_error'): FalError {
    return new FalError(422, [{ loc: ['body', name], msg, type }])
  }
}
