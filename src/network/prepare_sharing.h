/* prepare_sharing.h: odd_prepare for those who keep the network. */
#ifndef ODD_NETWORK_PREPARE_SHARING_H
#define ODD_NETWORK_PREPARE_SHARING_H

#include "oddone/prepare.h"

/* share: words, which keep their places, have ptr and idx of the network in place of copies; then
 * it must outlive the result and stay as it is. */
odd_status odd__prepare(odd_prepared *out, const odd_network *net, odd_preset preset, bool share,
	const odd_job *job, odd_error *err);

#endif
