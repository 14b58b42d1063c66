import { expect, test } from 'vitest'
import { saidOf } from '../../tests/said-of.ts'

test.each([
  [
    'a tool that says that the bug is its own',
    'INTERNAL_ERROR 3',
    [
      'cart-tool has panicked. This is a bug in cart-tool. Please report it',
      '',
      "thread 'main' panicked at 'internal error: entered unreachable code: no cart', src/cart.rs:4:2",
    ],
  ],
  [
    'a banner about a crash below an error that follows from it',
    'INTERNAL_ERROR 3',
    [
      "Build 'cart' errored: unexpected EOF",
      '==> Builds finished but no artifacts were created.',
      '!!!!!!!!!!! PACKER CRASH !!!!!!!!!!!',
    ],
  ],
  [
    'a base image that the registry does not have',
    'SETUP_FAILED 1',
    [
      'ERROR: failed to build: failed to solve: cart:9: failed to resolve source metadata for docker.io/library/cart:9: docker.io/library/cart:9: not found',
    ],
  ],
  [
    'a password that ssh does not accept',
    'SETUP_FAILED 2',
    [
      "Warning: Permanently added '[192.0.2.7]:22' (ED25519) to the list of known hosts.",
      'Permission denied, please try again.',
      'exit status 5',
    ],
  ],
  [
    'a script that stops to wait',
    'TIMEOUT 2',
    [
      'Waiting for the shop.',
      'The shop is not in state "open" since 20 minutes hence exiting..',
      'exit status 1',
    ],
  ],
  [
    'a push that does not reach its remote',
    'SETUP_FAILED 2',
    [
      'Pushing to https://git.example.org/shop.git',
      "fatal: unable to access 'https://git.example.org/shop.git/': Failed to connect to git.example.org port 443: Could not connect to server",
    ],
  ],
  [
    'a fetch that does not reach its remote',
    'GIT_CLONE_FAILED 1',
    [
      "fatal: unable to access 'https://git.example.org/shop.git/': Failed to connect to git.example.org port 443: Could not connect to server",
    ],
  ],
  ['a command that names its wrong arguments', 'LAUNCH_REJECTED 1', ['accepts at most 1 arg(s), received 4']],
  [
    'notices about PHPUnit itself',
    'succeeded 9',
    [
      'PHPUnit 12.0.5 by Sebastian Bergmann and contributors.',
      '',
      'There was 1 PHPUnit test runner warning:',
      '',
      '1) No tests found in class "Tests\\CartTest".',
      '',
      'OK, but there were issues!',
      '',
      'Tests: 1, Assertions: 1, PHPUnit Warnings: 1, PHPUnit Deprecations: 1.',
    ],
  ],
  [
    'a long list of results after the end of Terraform',
    'succeeded 2',
    [
      'shop.cart: Creation complete after 4s [id=cart-1]',
      'Apply complete! Resources: 1 added, 0 changed, 0 destroyed.',
      '',
      'Outputs:',
      '',
      ...Array.from({ length: 40 }, (_, at) => `price_${at} = ${at}`),
    ],
  ],
])('%s', async (_, expected, lines) => {
  expect(await saidOf(lines)).toBe(expected)
})
