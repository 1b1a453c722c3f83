// SPDX-License-Identifier: GPL-2.0
/*
 * The control path for other modules: every function of src/core, in the order of its files. Here because symbol
 * versions need C declarations.
 */
#include <linux/export.h>

#include <irdma/ctrl.h>

/* address.cpp */
EXPORT_SYMBOL_GPL(irdma_sc_manage_qhash_table_entry);
EXPORT_SYMBOL_GPL(irdma_sc_manage_apbvt_entry);
EXPORT_SYMBOL_GPL(irdma_sc_add_arp_cache_entry);
EXPORT_SYMBOL_GPL(irdma_sc_del_arp_cache_entry);
EXPORT_SYMBOL_GPL(irdma_sc_alloc_local_mac_entry);
EXPORT_SYMBOL_GPL(irdma_sc_add_local_mac_entry);
EXPORT_SYMBOL_GPL(irdma_sc_del_local_mac_entry);

/* aeq.cpp */
EXPORT_SYMBOL_GPL(irdma_ae_classify);
EXPORT_SYMBOL_GPL(irdma_sc_get_next_aeqe);
EXPORT_SYMBOL_GPL(irdma_sc_repost_aeq_entries);
EXPORT_SYMBOL_GPL(irdma_cfg_aeq);

/* aeq_dispatch.cpp */
EXPORT_SYMBOL_GPL(irdma_process_aeq);

/* ccq.cpp */
EXPORT_SYMBOL_GPL(irdma_sc_ccq_init);
EXPORT_SYMBOL_GPL(irdma_sc_ccq_create);
EXPORT_SYMBOL_GPL(irdma_sc_ccq_create_done);
EXPORT_SYMBOL_GPL(irdma_sc_ccq_destroy);
EXPORT_SYMBOL_GPL(irdma_sc_ccq_arm);
EXPORT_SYMBOL_GPL(irdma_sc_ccq_get_cqe_info);
EXPORT_SYMBOL_GPL(irdma_sc_poll_for_cqp_op_done);

/* ceq.cpp */
EXPORT_SYMBOL_GPL(irdma_sc_process_ceq);
EXPORT_SYMBOL_GPL(irdma_sc_cleanup_ceqes);

/* command.cpp */
EXPORT_SYMBOL_GPL(irdma_exec_cqp_cmd);
EXPORT_SYMBOL_GPL(irdma_process_cqp_cmd);
EXPORT_SYMBOL_GPL(irdma_remove_cqp_head);
EXPORT_SYMBOL_GPL(irdma_process_bh);
EXPORT_SYMBOL_GPL(irdma_check_cqp_progress);

/* cq.cpp */
EXPORT_SYMBOL_GPL(irdma_sc_cq_init);
EXPORT_SYMBOL_GPL(irdma_sc_cq_create);
EXPORT_SYMBOL_GPL(irdma_sc_cq_modify);
EXPORT_SYMBOL_GPL(irdma_sc_cq_resize);
EXPORT_SYMBOL_GPL(irdma_sc_cq_destroy);

/* cqp.cpp */
EXPORT_SYMBOL_GPL(irdma_get_encoded_wqe_size);
EXPORT_SYMBOL_GPL(irdma_sc_cqp_init);
EXPORT_SYMBOL_GPL(irdma_sc_cqp_create);
EXPORT_SYMBOL_GPL(irdma_sc_cqp_destroy);
EXPORT_SYMBOL_GPL(irdma_sc_cqp_post_sq);
EXPORT_SYMBOL_GPL(irdma_sc_cqp_cork);
EXPORT_SYMBOL_GPL(irdma_sc_cqp_uncork);
EXPORT_SYMBOL_GPL(irdma_sc_cqp_get_next_send_wqe_idx);
EXPORT_SYMBOL_GPL(irdma_sc_cqp_get_next_send_wqe);
EXPORT_SYMBOL_GPL(irdma_cqp_ring_full);
EXPORT_SYMBOL_GPL(irdma_get_cqp_reg_info);
EXPORT_SYMBOL_GPL(irdma_cqp_poll_registers);

/* deferred.cpp */
EXPORT_SYMBOL_GPL(irdma_sc_process_def_cmpl);
EXPORT_SYMBOL_GPL(irdma_sc_process_ooo_cmpl);
EXPORT_SYMBOL_GPL(irdma_sc_cqp_def_cmpl_ae_handler);
EXPORT_SYMBOL_GPL(irdma_sc_cqp_cleanup_handler);

/* dev.cpp */
EXPORT_SYMBOL_GPL(irdma_wait_pe_ready);
EXPORT_SYMBOL_GPL(irdma_sc_dev_init);
EXPORT_SYMBOL_GPL(irdma_sc_pd_init);

/* event_queues.cpp */
EXPORT_SYMBOL_GPL(irdma_sc_ceq_init);
EXPORT_SYMBOL_GPL(irdma_sc_ceq_create);
EXPORT_SYMBOL_GPL(irdma_sc_ceq_destroy);
EXPORT_SYMBOL_GPL(irdma_sc_cceq_create_done);
EXPORT_SYMBOL_GPL(irdma_sc_cceq_create);
EXPORT_SYMBOL_GPL(irdma_sc_cceq_destroy_done);
EXPORT_SYMBOL_GPL(irdma_sc_aeq_init);
EXPORT_SYMBOL_GPL(irdma_sc_aeq_create);
EXPORT_SYMBOL_GPL(irdma_sc_aeq_destroy);

/* features.cpp */
EXPORT_SYMBOL_GPL(irdma_get_rdma_features);

/* fpm_commit.cpp */
EXPORT_SYMBOL_GPL(irdma_sc_decode_fpm_commit);
EXPORT_SYMBOL_GPL(irdma_sc_parse_fpm_commit_buf);
EXPORT_SYMBOL_GPL(irdma_set_loc_mem);
EXPORT_SYMBOL_GPL(irdma_sc_cfg_iw_fpm);

/* fpm_query.cpp */
EXPORT_SYMBOL_GPL(irdma_sc_decode_fpm_query);
EXPORT_SYMBOL_GPL(irdma_sc_parse_fpm_query_buf);
EXPORT_SYMBOL_GPL(irdma_sc_init_iw_hmc);

/* fpm_size.cpp */
EXPORT_SYMBOL_GPL(irdma_est_sd);
EXPORT_SYMBOL_GPL(irdma_cfg_fpm_val);

/* fpm_size_gen3.cpp */
EXPORT_SYMBOL_GPL(irdma_get_rsrc_mem_config);
EXPORT_SYMBOL_GPL(irdma_get_objs_pages);
EXPORT_SYMBOL_GPL(irdma_verify_commit_fpm_gen_3);
EXPORT_SYMBOL_GPL(irdma_set_loc_hmc_rsrc_gen_3);
EXPORT_SYMBOL_GPL(irdma_set_host_hmc_rsrc_gen_3);
EXPORT_SYMBOL_GPL(cfg_fpm_value_gen_3);

/* gen.cpp */
EXPORT_SYMBOL_GPL(i40iw_init_hw);
EXPORT_SYMBOL_GPL(icrdma_init_hw);
EXPORT_SYMBOL_GPL(ig3rdma_init_hw);
EXPORT_SYMBOL_GPL(ig3rdma_set_default_layout);

/* hmc_commands.cpp */
EXPORT_SYMBOL_GPL(irdma_sc_manage_hmc_pm_func_table);
EXPORT_SYMBOL_GPL(irdma_sc_query_fpm_val_done);
EXPORT_SYMBOL_GPL(irdma_sc_query_fpm_val);
EXPORT_SYMBOL_GPL(irdma_sc_commit_fpm_val_done);
EXPORT_SYMBOL_GPL(irdma_sc_commit_fpm_val);
EXPORT_SYMBOL_GPL(cqp_sds_wqe_fill);
EXPORT_SYMBOL_GPL(irdma_update_pe_sds);
EXPORT_SYMBOL_GPL(irdma_update_sds_noccq);
EXPORT_SYMBOL_GPL(irdma_sc_static_hmc_pages_allocated);
EXPORT_SYMBOL_GPL(irdma_cfg_sd_mem);
EXPORT_SYMBOL_GPL(irdma_sc_query_rdma_features);

/* hmc_obj.cpp */
EXPORT_SYMBOL_GPL(irdma_sc_create_hmc_obj);
EXPORT_SYMBOL_GPL(irdma_sc_del_hmc_obj);
EXPORT_SYMBOL_GPL(irdma_hmc_create_objs);
EXPORT_SYMBOL_GPL(irdma_hmc_delete_objs);
EXPORT_SYMBOL_GPL(irdma_hmc_release);

/* ird.cpp */
EXPORT_SYMBOL_GPL(irdma_sc_get_encoded_ird_size);
EXPORT_SYMBOL_GPL(irdma_sc_get_encoded_ird_size_gen_3);
EXPORT_SYMBOL_GPL(irdma_sc_get_decoded_ird_size_gen_3);

/* l2params.cpp */
EXPORT_SYMBOL_GPL(irdma_change_l2params);

/* memory.cpp */
EXPORT_SYMBOL_GPL(irdma_sc_alloc_stag);
EXPORT_SYMBOL_GPL(irdma_sc_mr_reg_non_shared);
EXPORT_SYMBOL_GPL(irdma_sc_dealloc_stag);
EXPORT_SYMBOL_GPL(irdma_sc_mw_alloc);

/* pble.cpp */
EXPORT_SYMBOL_GPL(irdma_get_pble);
EXPORT_SYMBOL_GPL(irdma_free_pble);

/* pble_pool.cpp */
EXPORT_SYMBOL_GPL(irdma_hmc_init_pble);
EXPORT_SYMBOL_GPL(irdma_destroy_pble_prm);

/* qos.cpp */
EXPORT_SYMBOL_GPL(irdma_sc_set_up_map);
EXPORT_SYMBOL_GPL(irdma_sc_manage_ws_node);

/* qos_list.cpp */
EXPORT_SYMBOL_GPL(irdma_get_qp_from_list);
EXPORT_SYMBOL_GPL(irdma_qp_add_qos);
EXPORT_SYMBOL_GPL(irdma_qp_rem_qos);
EXPORT_SYMBOL_GPL(irdma_qp_wait_unheld);
EXPORT_SYMBOL_GPL(irdma_qp_suspend_done);
EXPORT_SYMBOL_GPL(irdma_sc_suspend_resume_qps);

/* qp_commands.cpp */
EXPORT_SYMBOL_GPL(irdma_sc_qp_create);
EXPORT_SYMBOL_GPL(irdma_sc_qp_modify);
EXPORT_SYMBOL_GPL(irdma_sc_qp_destroy);
EXPORT_SYMBOL_GPL(irdma_sc_suspend_qp);
EXPORT_SYMBOL_GPL(irdma_sc_resume_qp);
EXPORT_SYMBOL_GPL(irdma_sc_qp_flush_wqes);
EXPORT_SYMBOL_GPL(irdma_sc_gen_ae);
EXPORT_SYMBOL_GPL(irdma_sc_qp_upload_context);
EXPORT_SYMBOL_GPL(irdma_sc_manage_push_page);

/* qp_context_iwarp.cpp */
EXPORT_SYMBOL_GPL(irdma_sc_qp_setctx);

/* qp_context_roce.cpp */
EXPORT_SYMBOL_GPL(irdma_sc_qp_setctx_roce_gen_2);
EXPORT_SYMBOL_GPL(irdma_sc_qp_setctx_roce_gen_3);
EXPORT_SYMBOL_GPL(irdma_sc_qp_setctx_roce);

/* qp_init.cpp */
EXPORT_SYMBOL_GPL(irdma_sc_qp_init);

/* qp_sq.cpp */
EXPORT_SYMBOL_GPL(irdma_sc_gen_rts_ae);
EXPORT_SYMBOL_GPL(irdma_sc_send_lsmm);
EXPORT_SYMBOL_GPL(irdma_sc_send_rtt);
EXPORT_SYMBOL_GPL(irdma_sc_mr_fast_register);

/* srq.cpp */
EXPORT_SYMBOL_GPL(irdma_uk_srq_init);
EXPORT_SYMBOL_GPL(irdma_sc_srq_init);
EXPORT_SYMBOL_GPL(irdma_sc_srq_create);
EXPORT_SYMBOL_GPL(irdma_sc_srq_modify);
EXPORT_SYMBOL_GPL(irdma_sc_srq_destroy);

/* stats.cpp */
EXPORT_SYMBOL_GPL(irdma_sc_manage_stats_inst);
EXPORT_SYMBOL_GPL(irdma_sc_gather_stats);

/* stats_counters.cpp */
EXPORT_SYMBOL_GPL(irdma_stat_val);
EXPORT_SYMBOL_GPL(irdma_stat_delta);
EXPORT_SYMBOL_GPL(irdma_update_stats);
EXPORT_SYMBOL_GPL(sc_vsi_update_stats);

/* terminate.cpp */
EXPORT_SYMBOL_GPL(irdma_iwarp_opcode);
EXPORT_SYMBOL_GPL(irdma_locate_mpa);
EXPORT_SYMBOL_GPL(irdma_bld_termhdr_ctrl);
EXPORT_SYMBOL_GPL(irdma_bld_termhdr_ddp_rdma);
EXPORT_SYMBOL_GPL(irdma_bld_terminate_hdr);
EXPORT_SYMBOL_GPL(irdma_terminate_send_fin);
EXPORT_SYMBOL_GPL(irdma_terminate_connection);
EXPORT_SYMBOL_GPL(irdma_terminate_received);

/* uda.cpp */
EXPORT_SYMBOL_GPL(irdma_sc_access_ah);
EXPORT_SYMBOL_GPL(irdma_access_mcast_grp);

/* uk_cq.cpp */
EXPORT_SYMBOL_GPL(irdma_uk_cq_init);
EXPORT_SYMBOL_GPL(irdma_uk_cq_resize);

/* uk_qp.cpp */
EXPORT_SYMBOL_GPL(irdma_fragcnt_to_wqesize_rq);
EXPORT_SYMBOL_GPL(irdma_uk_qp_init);
EXPORT_SYMBOL_GPL(irdma_qp_get_next_send_wqe);
EXPORT_SYMBOL_GPL(irdma_clr_wqes);
EXPORT_SYMBOL_GPL(irdma_uk_qp_post_wr);

/* vsi.cpp */
EXPORT_SYMBOL_GPL(irdma_sc_vsi_init);

/* vsi_stats.cpp */
EXPORT_SYMBOL_GPL(irdma_get_stats_idx);
EXPORT_SYMBOL_GPL(irdma_hw_stats_init_gen1);
EXPORT_SYMBOL_GPL(irdma_gather_stats_gen1);
EXPORT_SYMBOL_GPL(irdma_vsi_stats_init);
EXPORT_SYMBOL_GPL(irdma_vsi_stats_free);

/* ws.cpp */
EXPORT_SYMBOL_GPL(irdma_ws_add);
EXPORT_SYMBOL_GPL(irdma_ws_remove);
EXPORT_SYMBOL_GPL(irdma_ws_reset);
EXPORT_SYMBOL_GPL(irdma_ws_discard);
